"""The shape of every body, query and answer. What comes in is checked by marshmallow's schemas; an
answer is a type, which its builder returns and from which the contract is derived."""
