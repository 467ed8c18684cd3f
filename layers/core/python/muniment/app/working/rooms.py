"""Finding a session: in the scope, for the use, alive; else it does not exist."""

from dataclasses import dataclass

from muniment.app.errors import NotFoundError
from muniment.app.ports import Clock, Keys, Policies
from muniment.app.storage import Store
from muniment.app.stored import Owner
from muniment.app.working.scrubbing import Scrubber
from muniment.domain.access import Caller, Use, use_of
from muniment.domain.handling import Handling
from muniment.domain.scope import Scope
from muniment.domain.working.results import ToolResult
from muniment.domain.working.session import Session, room_of


@dataclass(frozen=True, slots=True)
class Rooms:
    """Looks sessions up as one caller may see them."""

    store: Store
    keys: Keys
    clock: Clock
    policies: Policies

    @property
    def scrubber(self) -> Scrubber:
        """What keeps the forgotten out."""
        return Scrubber(self.store, self.keys)

    def use(self, scope: Scope, owner: Owner, caller: Caller) -> Use:
        """Return what the caller asks for; raises what `domain.access.use_of` raises."""
        return use_of(caller, self.policies.current(scope.tenant), owner.consents)

    def find(self, scope: Scope, owner: Owner, use: Use, session: str) -> Session:
        """Return a session that may be seen and is alive, the agent's own before all agents'.

        NotFoundError for any other, whyever.
        """
        for agent in (use.agent, None) if use.agent else (None,):
            found = self.store.session(scope, owner.epoch, room_of(session, agent))
            if found is not None and found.is_alive(self.clock()) and sees(use, found.handling):
                return found
        raise NotFoundError("no such session")

    def find_to_write(self, scope: Scope, owner: Owner, use: Use, session: str) -> Session:
        """Return a session that may be written: one that was made for the same purpose.

        What is said for one purpose is not kept for another. NotFoundError for any other.
        """
        found = self.find(scope, owner, use, session)
        require_own(use, found)
        return found

    def results(self, scope: Scope, session: Session) -> tuple[ToolResult, ...]:
        """Return the tool results of a session that are alive, oldest first.

        Those of an expired session of the same name are not the new one's.
        """
        now = self.clock()
        found = self.store.tool_results(scope, session.epoch, session.room)
        return tuple(r for r in found if r.is_alive(now) and r.at >= session.created_at)


def require_own(use: Use, session: Session) -> None:
    """Raise NotFoundError unless the session was made under the grant that the use writes under."""
    if not sees(use, session.handling) or session.handling.grants != ((use.purpose, use.grant()),):
        raise NotFoundError("no such session")


def sees(use: Use, handling: Handling) -> bool:
    """Whether a use may see what has this handling."""
    return use.withholds(handling) is None
