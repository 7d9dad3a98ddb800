/** These members of an object, without those that it leaves out: what is spread over a record must not clear them. */
export function pickGiven<Values extends object, Name extends keyof Values>(
  values: Values,
  names: readonly Name[],
): { [Given in Name]?: Exclude<Values[Given], undefined> } {
  return Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]]))) as {
    [Given in Name]?: Exclude<Values[Given], undefined>;
  };
}
