"""Operations of the API: path, inputs, responses and authentication."""
