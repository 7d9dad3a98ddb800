import { areaSentences } from "../src/openapi/areas.ts";
import { readDocument } from "./docs/document.ts";
import { Sample } from "./docs/sample.tsx";
import { addressMark } from "./docs/write-curl.ts";
import { SiteFrame } from "./site-frame.tsx";

const promises = [
  ["Idempotent writes", "Every change can carry an idempotency key. A request repeated after a timeout takes effect once."],
  ["No lost updates", "Records have revisions. A change to an outdated revision fails with 409."],
  ["Tenant isolation", "A key reads only its own organization."],
  ["Exact scopes", "A key can do exactly what was granted. Write scopes do not include read access."],
  ["Events and audit log", "Every change records an event and an audit entry in the same transaction."],
  ["Specific errors", "Every error has a stable code and a message that lists every invalid field."],
] as const;

export default function Home() {
  return (
    <SiteFrame>
      <main id="content" className="home">
        <Opening />
        <FirstRequest />
        <Coverage />
        <Promises />
        <Portal />
        <Health />
      </main>
    </SiteFrame>
  );
}

function Opening() {
  return (
    <section className="hero" aria-labelledby="title">
      <h1 id="title">Connect your case management system.</h1>
      <p className="lead">
        REST API and webhooks for personal-injury firms. Integrations read and write
        cases, clients, folders, intake answers, invoices and medical records requests, on behalf of one firm, with a key
        that the firm controls.
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
    <section aria-labelledby="first">
      <h2 id="first">Your first request</h2>
      <p>Get the key’s organization, scopes and rate limits. Every valid key can.</p>
      <Sample title="Request" text={`curl "${addressMark}/api/v1/me" \\\n  -H "x-api-key: $API_KEY"`} />
      <p>
        Set the environment variable <code>API_KEY</code> to your key. The keys of the demo data are in{" "}
        <code>.data/demo.json</code>; the server prints a request with one of them when it starts.
      </p>
    </section>
  );
}

function Coverage() {
  const { areas } = readDocument();
  return (
    <section aria-labelledby="covers">
      <h2 id="covers">Areas</h2>
      <dl className="cards">
        {areas.map(({ name, address, operations }) => (
          <div key={name}>
            <dt>
              <a href={address}>{name}</a>
            </dt>
            <dd>{takeSentence(areaSentences.get(name) ?? "")}</dd>
            <dd className="operations">
              <ul>
                {operations.map(({ id, summary }) => (
                  <li key={id}>
                    <a href={`${address}#${id}`}>{summary}</a>
                  </li>
                ))}
              </ul>
            </dd>
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

function Promises() {
  return (
    <section aria-labelledby="promises">
      <h2 id="promises">Guarantees</h2>
      <dl className="promises">
        {promises.map(([title, sentence]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{sentence}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Portal() {
  return (
    <section aria-labelledby="portal">
      <h2 id="portal">For attorneys and administrators</h2>
      <p>
        Create API keys, choose their scopes, expiry and acting attorney, and see their requests. Pausing or revoking a key takes
        effect with the next request.
      </p>
      <p>
        <a href="/sign-in">Sign in to the portal</a>
      </p>
    </section>
  );
}

function Health() {
  return (
    <section aria-labelledby="running">
      <h2 id="running">Status</h2>
      <ul className="plain">
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
