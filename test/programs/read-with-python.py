"""Reads the message on standard input with Python's own email package; writes as JSON what it makes of it."""
import email
import email.policy
import json
import re
import sys

message = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
signatures = [str(value) for name, value in message.items() if name.lower() == "dkim-signature"]
signed = [re.sub(r"\s", "", re.search(r"\bh=([^;]*)", value).group(1)).lower().split(":") for value in signatures]
text = message.get_body(("plain",))
html = message.get_body(("html",))
json.dump(
    {
        "defects": [repr(defect) for part in message.walk() for defect in part.defects],
        "type": message.get_content_type(),
        "parts": [part.get_content_type() for part in message.iter_parts()],
        "text": text.get_content() if text else None,
        "html": html.get_content() if html else None,
        "headers": {name.lower(): str(value) for name, value in message.items()},
        "repeated": sorted({name.lower() for name in message.keys() if len(message.get_all(name)) > 1}),
        "signed": signed,
    },
    sys.stdout,
)
