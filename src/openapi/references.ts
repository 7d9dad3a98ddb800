/**
 * The schemas that a part of the OpenAPI document refers to, also from one to another.
 * @param find the schema at an address such as `#/components/schemas/Folder`
 * @returns their addresses, in the order of the document
 */
export function listReferences(part: unknown, find: (address: string) => object | undefined): Set<string> {
  const found = new Set<string>();
  const visit = (value: unknown) => {
    if (typeof value !== "object" || value === null) return;
    const address = "$ref" in value && typeof value.$ref === "string" ? value.$ref : "";
    const schema = found.has(address) ? undefined : find(address);
    if (schema !== undefined) {
      found.add(address);
      visit(schema);
    }
    Object.values(value).forEach(visit);
  };
  visit(part);
  return found;
}
