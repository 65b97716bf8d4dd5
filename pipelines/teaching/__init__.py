"""Where teachers meet the filters: what models write or do is judged, retried and counted."""
