import Link from "next/link";
import { Fragment, type ReactNode } from "react";
import { nameAnchor } from "../../../src/reference/anchor.ts";
import { readPlainText, type MarkdownNode, type NodeOf } from "../../../src/reference/markdown-tree.ts";
import { Sample } from "../sample.tsx";
import { ScrollArea } from "../scroll-area.tsx";
import { findPicture } from "./pictures.ts";

/** Markdown as React elements. Raw HTML is never inserted: comments are dropped, other HTML fails the page. */
export function Markdown({ nodes }: { nodes: readonly MarkdownNode[] }) {
  return renderEach(nodes, renderNode);
}

/** The text of a guide does not change while the page is shown, so places are keys. */
function renderEach<Item>(items: readonly Item[], render: (item: Item) => ReactNode): ReactNode {
  // oxlint-disable-next-line react/no-array-index-key
  return items.map((item, index) => <Fragment key={index}>{render(item)}</Fragment>);
}

function renderNode(node: MarkdownNode): ReactNode {
  switch (node.type) {
    case "html":
      if (!node.value.startsWith("<!--")) throw new Error(`Raw HTML in a guide: ${node.value}`);
      return null;
    case "heading":
      return <Heading {...node} />;
    case "code":
      return <Sample title={titleOf(node)} text={node.value} />;
    case "table":
      return <Table {...node} />;
    case "list":
      return <List {...node} />;
    case "paragraph":
      return (
        <p>
          <Markdown nodes={node.children} />
        </p>
      );
    default:
      return renderInline(node);
  }
}

function renderInline(node: MarkdownNode): ReactNode {
  switch (node.type) {
    case "text":
      return node.value;
    case "inlineCode":
      return <code>{node.value}</code>;
    case "strong":
      return (
        <strong>
          <Markdown nodes={node.children} />
        </strong>
      );
    case "emphasis":
      return (
        <em>
          <Markdown nodes={node.children} />
        </em>
      );
    case "link":
      return <GuideLink {...node} />;
    case "image":
      return <Picture {...node} />;
    default:
      throw new Error(`No element for Markdown of the type ${node.type}`);
  }
}

/** A heading links to itself. */
function Heading(node: NodeOf<"heading">) {
  const Level = node.depth === 2 ? "h2" : "h3";
  const anchor = nameAnchor(readPlainText(node));
  return (
    <Level id={anchor}>
      <a href={`#${anchor}`} className="anchor">
        <Markdown nodes={node.children} />
      </a>
    </Level>
  );
}

function Table({ children: [header, ...rows] }: NodeOf<"table">) {
  const columns = header?.children ?? [];
  return (
    <ScrollArea label={columns.map(readPlainText).join(", ")}>
      <table>
        <thead>
          <tr>
            {renderEach(columns, ({ children }) => (
              <th scope="col">
                <Markdown nodes={children} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {renderEach(rows, ({ children: [first, ...cells] }) => (
            <tr>
              <th scope="row">
                <Markdown nodes={first?.children ?? []} />
              </th>
              {renderEach(cells, ({ children }) => (
                <td>
                  <Markdown nodes={children} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

/** Items that no blank line separates have no paragraphs. */
function List({ ordered, spread, children: items }: NodeOf<"list">) {
  const Kind = ordered === true ? "ol" : "ul";
  const isLoose = spread === true || items.some((item) => item.spread === true);
  const openParagraph = (node: MarkdownNode) => (node.type === "paragraph" && !isLoose ? node.children : [node]);
  return (
    <Kind>
      {renderEach(items, ({ children }) => (
        <li>
          <Markdown nodes={children.flatMap(openParagraph)} />
        </li>
      ))}
    </Kind>
  );
}

/** Links between files become links between pages; the README exists in the repository only. */
function GuideLink({ url: href, children }: NodeOf<"link">) {
  const inner = <Markdown nodes={children} />;
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

/** It may be wider than a narrow window: then it is shown smaller. */
function Picture({ url, alt }: NodeOf<"image">) {
  const { src, width, height } = findPicture(url);
  // No image service: it is as small as it is (next.config.mjs).
  // oxlint-disable-next-line next/no-img-element
  return <img className="picture" src={src} width={width} height={height} alt={alt ?? ""} loading="lazy" />;
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
function titleOf({ lang, meta }: NodeOf<"code">): string {
  return `${languages[lang ?? ""] ?? "Response"}${meta === "untested" ? ", not tested" : ""}`;
}
