import hostsOfAKey from "../../../src/guides/pictures/hosts-of-a-key.png";

/** A picture as Next serves it, and its size in pixels. */
interface Picture {
  src: string;
  width: number;
  height: number;
}

/** The pictures of the guides by their names. `npm run pictures` takes those of the portal. */
const pictures: Readonly<Record<string, Picture>> = { "hosts-of-a-key": hostsOfAKey };

/**
 * The picture that a guide names, with its size, so that the text does not move when it comes.
 *
 * @param url as a guide writes it: `pictures/hosts-of-a-key.png`
 */
export function findPicture(url: string): Picture {
  const picture = pictures[/^pictures\/([a-z-]+)\.png$/.exec(url)?.[1] ?? ""];
  if (picture === undefined) throw new Error(`No picture of a guide at ${url}`);
  return picture;
}
