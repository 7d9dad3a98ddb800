import Link from "next/link";
import { Fragment, type ReactNode } from "react";
import type { Token, Tokens } from "marked";
import { nameAnchor } from "../../../src/reference/anchor.ts";
import { Sample } from "../sample.tsx";
import { ScrollArea } from "../scroll-area.tsx";

/** Markdown as React elements. Raw HTML is never inserted: comments are dropped, other HTML fails the page. */
export function Markdown({ tokens }: { tokens?: readonly Token[] | undefined }) {
  // The text of a guide does not change while the page is shown.
  // oxlint-disable-next-line react/no-array-index-key
  return tokens?.map((token, index) => <Fragment key={index}>{renderToken(token)}</Fragment>);
}

function renderToken(token: Token): ReactNode {
  switch (token.type) {
    case "space":
      return null;
    case "html":
      if (!token.raw.trim().startsWith("<!--")) throw new Error(`Raw HTML in a guide: ${token.raw}`);
      return null;
    case "heading":
      return <Heading {...(token as Tokens.Heading)} />;
    case "code":
      return <Sample title={titleOf(token as Tokens.Code)} text={(token as Tokens.Code).text} />;
    case "table":
      return <Table {...(token as Tokens.Table)} />;
    case "list":
      return <List {...(token as Tokens.List)} />;
    case "paragraph":
      return (
        <p>
          <Markdown tokens={token.tokens} />
        </p>
      );
    default:
      return renderInline(token);
  }
}

function renderInline(token: Token): ReactNode {
  switch (token.type) {
    case "text":
      return "tokens" in token && token.tokens !== undefined ? (
        <Markdown tokens={token.tokens} />
      ) : (
        (token as Tokens.Text).text
      );
    case "escape":
      return (token as Tokens.Escape).text;
    case "codespan":
      return <code>{(token as Tokens.Codespan).text}</code>;
    case "strong":
      return (
        <strong>
          <Markdown tokens={token.tokens} />
        </strong>
      );
    case "em":
      return (
        <em>
          <Markdown tokens={token.tokens} />
        </em>
      );
    case "link":
      return <GuideLink {...(token as Tokens.Link)} />;
    default:
      throw new Error(`No element for the Markdown of ${token.raw}`);
  }
}

/** A heading links to itself. */
function Heading({ depth, text, tokens }: Tokens.Heading) {
  const Level = depth === 2 ? "h2" : "h3";
  return (
    <Level id={nameAnchor(text)}>
      <a href={`#${nameAnchor(text)}`} className="anchor">
        <Markdown tokens={tokens} />
      </a>
    </Level>
  );
}

function Table({ header, rows }: Tokens.Table) {
  return (
    <ScrollArea label={header.map(({ text }) => text).join(", ")}>
      <table>
        <thead>
          <tr>
            {header.map(({ text, tokens }) => (
              <th key={text} scope="col">
                <Markdown tokens={tokens} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...cells]) => (
            <tr key={first?.text}>
              <th scope="row">
                <Markdown tokens={first?.tokens} />
              </th>
              {cells.map(({ text, tokens }, index) => (
                // oxlint-disable-next-line react/no-array-index-key
                <td key={`${index} ${text}`}>
                  <Markdown tokens={tokens} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function List({ ordered, items }: Tokens.List) {
  const Kind = ordered ? "ol" : "ul";
  return (
    <Kind>
      {items.map(({ text, tokens }) => (
        <li key={text}>
          <Markdown tokens={tokens} />
        </li>
      ))}
    </Kind>
  );
}

/** Links between files become links between pages; the README exists in the repository only. */
function GuideLink({ href, tokens }: Tokens.Link) {
  const inner = <Markdown tokens={tokens} />;
  const guide = /^([a-z-]+)\.md(#.*)?$/.exec(href);
  if (guide !== null) {
    return (
      <Link href={`/docs/guides/${guide[1]}${guide[2] ?? ""}`} prefetch={false}>
        {inner}
      </Link>
    );
  }
  if (href.startsWith("../")) return inner;
  return <a href={href}>{inner}</a>;
}

const languages: Readonly<Record<string, string>> = {
  sh: "Shell",
  js: "JavaScript",
  ts: "TypeScript",
  python: "Python",
  json: "JSON",
  sql: "SQL",
};

/** A block that the test suite cannot run says so. */
function titleOf({ lang = "" }: Tokens.Code): string {
  const [language = "", mark] = lang.split(" ");
  return `${languages[language] ?? "Response"}${mark === "untested" ? ", not tested" : ""}`;
}
