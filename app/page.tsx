import { areaSentences } from "../src/openapi/areas.ts";
import { readDocument } from "./docs/document.ts";
import { Sample } from "./docs/sample.tsx";
import { addressMark } from "./docs/write-curl.ts";
import { SiteFrame } from "./site-frame.tsx";

const promises = [
  ["Once means once", "Every change carries an idempotency key. Repeat it after a time-out and it takes effect a single time."],
  ["No silent overwriting", "Records carry revisions. A change that builds on an old one is refused, and says so."],
  ["One firm, one wall", "A key sees its own organization and nothing else. What is foreign does not exist."],
  ["Scopes to the letter", "A key may do exactly what was granted. Writing never includes reading."],
  ["Everything is on record", "Each change is an event in the feed and an entry in the audit trail, written together with it."],
  ["Errors you can act on", "A stable code to decide by, and a sentence that names every fault with its place."],
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
      <h1 id="title">A firm’s cases, within reach of its own software.</h1>
      <p className="lead">
        Caseport is the integration API of a case-management platform for personal-injury firms. Programs read and write
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
      <p>Ask who the key is, what it may do, and what is left of its limits. Any valid key may.</p>
      <Sample title="Request" text={`curl "${addressMark}/api/v1/me" \\\n  -H "x-api-key: $API_KEY"`} />
      <p>
        With a key in the environment variable <code>API_KEY</code>. A demonstration installation keeps its keys in{" "}
        <code>.data/demo.json</code>; the start of the server prints this request with one of them.
      </p>
    </section>
  );
}

function Coverage() {
  const { areas } = readDocument();
  return (
    <section aria-labelledby="covers">
      <h2 id="covers">What it covers today</h2>
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

/** The first sentence: what follows is for the reference. */
function takeSentence(text: string): string {
  return text.split(/(?<=\.) /)[0] ?? text;
}

function Promises() {
  return (
    <section aria-labelledby="promises">
      <h2 id="promises">What you can rely on</h2>
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
        In the portal a firm creates its integration keys, chooses what each may do and until when, names the attorney whom it
        acts for, and sees what it did. A key can be paused or revoked there at any time, from the very next request.
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
      <h2 id="running">Is it running?</h2>
      <ul className="plain">
        <li>
          <a href="/api/health">/api/health</a> answers as long as the server runs.
        </li>
        <li>
          <a href="/api/health/ready">/api/health/ready</a> says whether the database answers and is up to date.
        </li>
      </ul>
    </section>
  );
}
