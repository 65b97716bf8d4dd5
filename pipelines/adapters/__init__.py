"""From proved rows to what trainers read and call. Nothing is trained or sent here.

Each adapter is thin: the checks judge, the worlds act, an adapter only translates. A trainer's own
package is imported by the one module that needs it, and never here.
"""
