"""Sends one message file: PORT starttls|implicit USER FROM FILE RECIPIENT...; the password is in TOKEN."""
import os
import smtplib
import ssl
import sys

port, tls, user, sender, file, *recipients = sys.argv[1:]
# The certificate is one that the server made for itself.
context = ssl.create_default_context()
context.check_hostname = False
context.verify_mode = ssl.CERT_NONE

if tls == "implicit":
    server = smtplib.SMTP_SSL("127.0.0.1", int(port), context=context)
else:
    server = smtplib.SMTP("127.0.0.1", int(port))
    server.starttls(context=context)
with server, open(file, "rb") as message:
    server.login(user, os.environ["TOKEN"])
    refused = server.sendmail(sender, recipients, message.read(), mail_options=["BODY=8BITMIME"])
if refused:
    sys.exit(f"refused: {refused}")
