"""Verifies every DKIM-Signature of the message on standard input, asking the DNS server IP:PORT; writes JSON."""
import json
import sys

import dkim
import dns.resolver

address, port = sys.argv[1].rsplit(":", 1)
resolver = dns.resolver.Resolver(configure=False)
resolver.nameservers = [address]
resolver.port = int(port)


def published(name, timeout=5):
    """The TXT record of a name, its strings joined; None where there is none."""
    name = name.decode("ascii") if isinstance(name, bytes) else name
    try:
        answer = resolver.resolve(name, "TXT", lifetime=timeout)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return None
    return b"".join(answer[0].strings)


message = sys.stdin.buffer.read()
signatures = [value for name, value in dkim.rfc822_parse(message)[0] if name.lower() == b"dkim-signature"]
verdicts = []
for index, signature in enumerate(signatures):
    tags = dkim.util.parse_tag_value(signature)
    verdict = {"selector": tags[b"s"].decode(), "algorithm": tags[b"a"].decode(), "verified": False, "fault": None}
    try:
        verdict["verified"] = dkim.DKIM(message).verify(idx=index, dnsfunc=published)
    except Exception as fault:
        verdict["fault"] = repr(fault)
    verdicts.append(verdict)
json.dump(verdicts, sys.stdout)
