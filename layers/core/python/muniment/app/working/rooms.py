"""Finding a session: in the scope, for the use, alive; else it does not exist."""

from dataclasses import dataclass

from muniment.app.errors import NotFoundError
from muniment.app.ports import Clock, Keys, Policies
from muniment.app.storage import Store
from muniment.app.stored import Owner
from muniment.app.working.scrubbing import Scrubber
from muniment.domain.access import Caller, NoConsentError, Use, use_of
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
        """Return a session to read; NotFoundError also where consent is not open."""
        try:
            return self.find_to_write(scope, owner, use, session)
        except NoConsentError:
            raise NotFoundError("no such session") from None

    def find_to_write(self, scope: Scope, owner: Owner, use: Use, session: str) -> Session:
        """Return a session that is alive, the agent's own before all agents'.

        One that was made for the same purpose and under the same grant: what is said for one
        purpose is neither read nor kept for another. Raises NotFoundError, and NoConsentError.
        """
        grants = ((use.purpose, use.grant()),)
        for agent in (use.agent, None) if use.agent else (None,):
            room = room_of(session, Handling(grants, agent))
            found = self.store.session(scope, owner.epoch, room)
            if found is not None and found.is_alive(self.clock()):
                return found
        raise NotFoundError("no such session")

    def results(self, scope: Scope, session: Session) -> tuple[ToolResult, ...]:
        """Return the tool results of a session that are alive, oldest first.

        Those of an expired session of the same name are not the new one's.
        """
        now = self.clock()
        found = self.store.tool_results(scope, session.epoch, session.room)
        return tuple(r for r in found if r.is_alive(now) and r.at >= session.created_at)
