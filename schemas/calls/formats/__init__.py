"""One module per way in which models write calls. Each exports `call_format = CallFormat(...)`."""
