"""The teacher `openai`: any endpoint that answers `/chat/completions` as OpenAI's does.

build      a teacher out of settings
settings   endpoints, limits, how messages are written
teacher    one request: route, send, judge, try again
transport  HTTP: one request, one bounded reply
pool       which endpoint takes a request, and when
limit, breaker, backoff, budget    the mechanisms, each pure
wire, replies, reading    JSON out, JSON in, the model's message
"""
