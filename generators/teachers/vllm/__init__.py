"""The teacher `vllm`: vLLM servers that are started, watched and stopped here.

settings   the model, its servers, and how they are watched
families   which parsers and which call format a model needs
command    the argument list and the environment of one server
guard      a program that ends a server, whole, with whoever wanted it
server     one server process behind its guard
probe      whether a server answers
owner      one replica: starts its server, restarts it when it dies or hangs
replicas   owners in this process, or as Ray actors
teacher    all replicas behind one client
"""
