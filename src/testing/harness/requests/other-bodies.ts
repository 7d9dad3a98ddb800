import type { Declaration } from "../../../rpc/declarations.ts";

/** The same JSON otherwise written: members in reverse order, with spaces, one letter escaped. */
export function rewrite(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(rewrite);
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, member]) => [name, rewrite(member)]),
  );
}

/** A list with one item twice, an object with one member less, or another text. */
function change(value: unknown): unknown {
  if (Array.isArray(value)) return [...(value as unknown[]), value[0] as unknown];
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value).slice(1)) : "sent";
}

/** Another body that the input takes: one member less, here or in a member, another choice, or one item twice. */
export function otherBody(
  { input, pathParameters }: Declaration,
  body: Record<string, unknown>,
): Record<string, unknown> {
  const fromPath = Object.fromEntries(pathParameters.map((name) => [name, "x"]));
  const candidates = Object.keys(body).flatMap((name) => {
    const { [name]: _left, ...rest } = body;
    return [rest, { ...body, [name]: "sent" }, { ...body, [name]: change(body[name]) }];
  });
  const found = candidates.find((candidate) => input.safeParse({ ...fromPath, ...candidate }).success);
  if (found === undefined) throw new Error("no other body is valid");
  return found;
}
