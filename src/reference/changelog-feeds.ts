import { readGuideTexts } from "./guides.ts";
import { baseUrlPlaceholder } from "./snippets.ts";

/** Where the two forms of the changelog are. */
export const jsonFeedPath = "/docs/changelog.json";
export const atomPath = "/docs/changelog.atom";

const pagePath = "/docs/guides/changelog";

/** What changed in the interface on one day. */
interface Day {
  version: string;
  date: string;
  /** As Markdown. */
  text: string;
}

/** The days of the changelog's guide, newest first: `## version`, and in it `### date`. */
function readDays(): Day[] {
  const text = readGuideTexts().guides.find(([slug]) => slug === "changelog")?.[1] ?? "";
  return text.split(/^## /m).flatMap((part, index) => {
    const [version = "", ...days] = part.split(/^### /m);
    if (index === 0) return [];
    return days.map((day) => ({
      version: version.trim(),
      date: day.slice(0, "YYYY-MM-DD".length),
      text: day.slice("YYYY-MM-DD".length).trim(),
    }));
  });
}

const idOf = ({ version, date }: Day) => `${baseUrlPlaceholder}${pagePath}#${version}-${date}`;
const titleOf = ({ version, date }: Day) => `Version ${version}, ${date}`;
const instantOf = ({ date }: Day) => `${date}T00:00:00Z`;

/** The changelog as a JSON Feed (version 1.1). */
export function writeJsonFeed(): string {
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: "Caseport changelog",
    description: "What changed in the interface of the API.",
    home_page_url: `${baseUrlPlaceholder}${pagePath}`,
    feed_url: `${baseUrlPlaceholder}${jsonFeedPath}`,
    language: "en",
    items: readDays().map((day) => ({
      id: idOf(day),
      url: `${baseUrlPlaceholder}${pagePath}`,
      title: titleOf(day),
      content_text: day.text,
      date_published: instantOf(day),
      tags: [day.version],
    })),
  });
}

/** The changelog as an Atom feed (RFC 4287). */
export function writeAtomFeed(): string {
  const days = readDays();
  const page = `${baseUrlPlaceholder}${pagePath}`;
  const entries = days.map((day) =>
    [
      "<entry>",
      `<id>${escape(idOf(day))}</id>`,
      `<title>${escape(titleOf(day))}</title>`,
      `<updated>${instantOf(day)}</updated>`,
      `<link href="${page}"/>`,
      `<category term="${escape(day.version)}"/>`,
      `<content type="text">${escape(day.text)}</content>`,
      "</entry>",
    ].join("\n"),
  );
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `<id>${page}</id>`,
    "<title>Caseport changelog</title>",
    `<updated>${days[0] === undefined ? "1970-01-01T00:00:00Z" : instantOf(days[0])}</updated>`,
    "<author><name>Caseport</name></author>",
    `<link rel="self" type="application/atom+xml" href="${baseUrlPlaceholder}${atomPath}"/>`,
    `<link rel="alternate" type="text/html" href="${page}"/>`,
    ...entries,
    "</feed>",
    "",
  ].join("\n");
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (text: string) => text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
