export const boxes = ["waiting", "unlinked", "all"] as const;
export type Box = (typeof boxes)[number];

/** What the URL shows: a list, and at most one of the others. */
export interface Place {
  box: Box;
  conversation: string | null;
  case: string | null;
  client: string | null;
}

export function readPlace(query: Pick<URLSearchParams, "get">): Place {
  const named = query.get("box");
  return {
    box: boxes.find((box) => box === named) ?? "waiting",
    conversation: query.get("conversation"),
    case: query.get("case"),
    client: query.get("client"),
  };
}

/** The path of a list, with what is open beside it. */
export function writePlace({ box, ...chosen }: Pick<Place, "box"> & Partial<Omit<Place, "box">>): string {
  const named = Object.entries(chosen).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const query = new URLSearchParams([...(box === "waiting" ? [] : [["box", box] as [string, string]]), ...named]);
  return query.size === 0 ? "/messages" : `/messages?${query.toString()}`;
}
