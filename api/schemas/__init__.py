"""The schemas of bodies, queries and answers. Requests are validated by marshmallow schemas; an
answer is a type, which its builder returns and from which the contract is derived."""
