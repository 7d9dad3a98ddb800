interface RecordedEvent {
  eventType: string;
  /** The only subscription that gets it: it is a test. */
  onlyTo: string | null;
}

const maxOrganizations = 10_000;

/**
 * Event types that had no receiver when they were last recorded, by organization. What is remembered may be outdated:
 * the statement that relies on it checks it.
 */
export class UnreceivedTypes {
  readonly #types = new Map<string, Set<string>>();

  /** Whether all of the events are of such types, and none is a test. */
  include(organizationId: string, events: readonly RecordedEvent[]): boolean {
    const types = this.#types.get(organizationId);
    return types !== undefined && events.every(({ eventType, onlyTo }) => onlyTo === null && types.has(eventType));
  }

  /** @param events that had no receiver; with a test among them that is not known of the others */
  add(organizationId: string, events: readonly RecordedEvent[]): void {
    if (events.some(({ onlyTo }) => onlyTo !== null)) return;
    if (this.#types.size >= maxOrganizations) this.#types.clear();
    const types = this.#types.get(organizationId) ?? new Set();
    for (const { eventType } of events) types.add(eventType);
    this.#types.set(organizationId, types);
  }

  forget(organizationId: string): void {
    this.#types.delete(organizationId);
  }
}
