/** A heading as the anchor of its section: `Requests and responses` is `requests-and-responses`. */
export function nameAnchor(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}
