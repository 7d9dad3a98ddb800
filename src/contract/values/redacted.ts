import * as z from "zod";

/** A member of events that never say it, for no reader. */
export const Redacted = z.literal("[redacted]").nullable().meta({ description: "`[redacted]`, or null." });
type Redacted = z.infer<typeof Redacted>;

/** A record as its events have it: of these members they say only whether there is a value. */
export function redactMembers<Shown extends object, const Name extends keyof Shown & string>(
  record: Shown,
  names: readonly Name[],
): Omit<Shown, Name> & Record<Name, Redacted> {
  const redact = (name: Name): [Name, Redacted] => [name, record[name] === null ? null : "[redacted]"];
  return { ...record, ...(Object.fromEntries(names.map(redact)) as Record<Name, Redacted>) };
}
