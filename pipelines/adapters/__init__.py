"""From proved rows to what trainers read. Nothing is trained, sent or rendered here."""
