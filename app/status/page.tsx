import type { Metadata } from "next";
import { readPublishedStatus } from "../../src/reference/published-status.ts";
import type { PartStatus, ServiceStatus } from "../../src/platform/observability/service-status.ts";
import { SiteFrame } from "../site-frame.tsx";

export const metadata: Metadata = { title: "Status" };

const headings: Readonly<Record<PartStatus, string>> = {
  operational: "All systems operational",
  degraded: "Some systems are degraded",
  outage: "Some systems are down",
};

const labels: Readonly<Record<PartStatus, string>> = {
  operational: "Operational",
  degraded: "Degraded",
  outage: "Down",
};

/** Each part with what it is for. */
const parts: Readonly<Record<ServiceStatus["parts"][number]["name"], readonly [title: string, purpose: string]>> = {
  api: ["API and portal", "Accepts requests."],
  database: ["Database", "Responds and is up to date."],
  files: ["Files", "Documents can be uploaded and downloaded."],
  jobs: ["Background jobs", "Email, texts, bulk jobs, imports, reports and exports run on time."],
  webhooks: ["Webhooks", "Events are delivered on time."],
};

/** Rendered per request, as the layout is. */
export default async function Status() {
  const { status, parts: read, checkedAt } = await readPublishedStatus();
  return (
    <SiteFrame>
      <main id="content" className="home">
        <section className="hero">
          <h1>{headings[status]}</h1>
          <p className="lead">
            Checked <time dateTime={checkedAt}>{checkedAt.slice(0, 19).replace("T", " ")} UTC</time>.
          </p>
        </section>
        <section aria-labelledby="systems">
          <h2 id="systems">Systems</h2>
          <dl className="cards">
            {read.map(({ name, status: own }) => (
              <div key={name}>
                <dt>
                  {parts[name][0]}: {labels[own]}
                </dt>
                <dd>{parts[name][1]}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section aria-labelledby="machines">
          <h2 id="machines">For machines</h2>
          <p>
            Request this page with <code>Accept: application/json</code>, or{" "}
            <a href="/api/health/ready">the readiness check</a>. The <a href="/docs/guides/changelog">changelog</a> has
            the changes of the interface.
          </p>
        </section>
      </main>
    </SiteFrame>
  );
}
