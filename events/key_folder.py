"""The folder of the keys that seal games.

``current.pem`` is the private key, unencrypted PKCS #8, for its owner alone (mode 0600).
``<key id>.pub.pem`` are the public keys of those that came before it.
"""
