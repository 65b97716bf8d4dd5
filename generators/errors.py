"""Why a candidate is not made. It is data: counted, and the next candidate is tried."""


class CannotPlan(Exception):
    """This candidate is impossible here; `reason` is a code such as `plan.no_reference`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
