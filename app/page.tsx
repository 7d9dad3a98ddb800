import { areaSentences } from "../src/openapi/areas.ts";
import { publishedReference } from "../src/reference/published.ts";
import { Sample } from "./docs/sample.tsx";
import { baseUrlPlaceholder } from "../src/reference/snippets.ts";
import { SiteFrame } from "./site-frame.tsx";

const guarantees = [
  [
    "Idempotent writes",
    "Every change can carry an idempotency key. A request repeated after a timeout takes effect once.",
  ],
  ["No lost updates", "Records have revisions. A change to an outdated revision fails with 409."],
  ["Tenant isolation", "A key reads only its own organization."],
  ["Exact scopes", "A key can do exactly what was granted. Write scopes do not include read access."],
  ["Events and audit log", "Every change records an event and an audit entry in the same transaction."],
  ["Specific errors", "Every error has a stable code and a message that lists every invalid field."],
] as const;

/** What integrators come for, each with the guide that shows how. */
const integrations = [
  {
    title: "Two-way sync",
    sentence: "Copy cases, clients and contacts once, then follow the event feed and write changes back.",
    href: "/docs/guides/quickstart-sync",
  },
  {
    title: "Web form to lead",
    sentence: "Create a lead for each form, without duplicates, and convert it to a case.",
    href: "/docs/guides/quickstart-web-form",
  },
  {
    title: "Documents",
    sentence: "Upload files to a case in one request or in parts, and download them by URL.",
    href: "/docs/guides/quickstart-documents",
  },
  {
    title: "Webhooks",
    sentence: "Receive signed messages when records change. Failed deliveries are retried for days.",
    href: "/docs/guides/quickstart-webhooks",
  },
  {
    title: "Nightly reports",
    sentence: "Run standard and custom reports, and export records as files.",
    href: "/docs/guides/quickstart-report",
  },
] as const;

const tools = [
  {
    title: "TypeScript SDK",
    sentence:
      "Typed operations, retries that repeat nothing, pages as iterators, uploads with progress, webhook signatures.",
    href: "/docs/guides/sdk",
  },
  {
    title: "Python SDK",
    sentence: "One file without dependencies: the same operations, retries, pages, uploads and signatures, with types.",
    href: "/docs/guides/sdk-python",
  },
  {
    title: "OpenAPI for every tool",
    sentence: "The document as 3.1, 3.0 and 2.0, whole or in parts, for generators, gateways and Power Automate.",
    href: "/docs/guides/openapi",
  },
  {
    title: "n8n and Zapier",
    sentence: "Actions with drop-downs, and triggers by webhook or polling, for workflows without code.",
    href: "/docs/guides/connectors",
  },
  {
    title: "Command line",
    sentence:
      "caseport listen forwards events to your machine, without a public address; get and post send single requests.",
    href: "/docs/guides/sdk#try-webhooks-on-your-machine",
  },
  {
    title: "Assistants",
    sentence: "An MCP server within a key’s scopes. A person confirms each write.",
    href: "/docs/guides/assistants",
  },
];

export default function Home() {
  return (
    <SiteFrame>
      <main id="content" className="home">
        <Hero />
        <FirstRequest />
        <GetKey />
        <Cards id="integrations" title="What integrations do" cards={integrations} />
        <Cards id="tools" title="Tools" cards={tools} />
        <Guarantees />
        <Areas />
        <Status />
      </main>
    </SiteFrame>
  );
}

function Hero() {
  return (
    <section className="hero" aria-labelledby="hero">
      <h1 id="hero">Connect your case management system.</h1>
      <p className="lead">
        REST API and webhooks for personal-injury firms. Integrations read and write cases, clients, folders, intake
        answers, invoices and medical records requests, on behalf of one firm, with a key that the firm controls.
      </p>
      <p className="actions">
        <a className="button" href="/docs">
          Read the API reference
        </a>
        <a className="button quiet" href="/sign-in">
          Sign in to manage keys
        </a>
      </p>
    </section>
  );
}

function FirstRequest() {
  return (
    <section aria-labelledby="first-request">
      <h2 id="first-request">Your first request</h2>
      <p>Get the key’s organization, scopes and rate limits. Every valid key can.</p>
      <Sample title="Request" text={`curl "${baseUrlPlaceholder}/api/v1/me" \\\n  -H "x-api-key: $KEY"`} />
      <p>
        Set the environment variable <code>KEY</code> to your key. The keys of the demo data are in{" "}
        <code>.data/demo.json</code>; the server prints a request with one of them when it starts.
      </p>
    </section>
  );
}

function GetKey() {
  return (
    <section aria-labelledby="get-key">
      <h2 id="get-key">Get a key</h2>
      <p>
        A member of the firm with the permission to manage integrations <a href="/sign-in">signs in to the portal</a>{" "}
        and creates an API key: its scopes, expiry and acting attorney. The secret is shown once. Pausing or revoking a
        key takes effect with the next request.
      </p>
    </section>
  );
}

function Cards({
  id,
  title,
  cards,
}: {
  id: string;
  title: string;
  cards: readonly { title: string; sentence: string; href: string }[];
}) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <dl className="cards">
        {cards.map((card) => (
          <div key={card.title}>
            <dt>
              <a href={card.href}>{card.title}</a>
            </dt>
            <dd>{card.sentence}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Areas() {
  const { areas } = publishedReference().readDocument();
  return (
    <section aria-labelledby="areas">
      <h2 id="areas">Areas of the API</h2>
      <dl className="areas">
        {areas.map(({ name, href, operations }) => (
          <div key={name}>
            <dt>
              <a href={href}>{name}</a> <span className="count">{operations.length} operations</span>
            </dt>
            <dd>{takeSentence(areaSentences.get(name) ?? "")}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The first sentence; the rest is for the reference. */
function takeSentence(text: string): string {
  return text.split(/(?<=\.) /)[0] ?? text;
}

function Guarantees() {
  return (
    <section aria-labelledby="guarantees">
      <h2 id="guarantees">Guarantees</h2>
      <dl className="guarantees">
        {guarantees.map(([title, sentence]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{sentence}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Status() {
  return (
    <section aria-labelledby="status">
      <h2 id="status">Status</h2>
      <ul className="plain">
        <li>
          <a href="/status">/status</a> shows whether the database, files, background jobs and webhooks work.
        </li>
        <li>
          <a href="/api/health">/api/health</a> responds while the server runs.
        </li>
        <li>
          <a href="/api/health/ready">/api/health/ready</a> also checks that the database responds and is migrated.
        </li>
      </ul>
    </section>
  );
}
