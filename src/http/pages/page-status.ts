import type { IncomingMessage } from "node:http";
import { AppError } from "../../contract/errors/error-codes.ts";
import { toRateLimitKey } from "../../platform/client-ip.ts";
import { readLinkToken, signingPagePath } from "../../platform/identity/credentials/signing-token.ts";
import { listMemberships } from "../../platform/identity/memberships.ts";
import { splitTarget } from "../../rpc/call/route.ts";
import { readClientIp } from "../request/client-ip.ts";
import type { Services } from "../services.ts";

type PageRequest = Pick<IncomingMessage, "url" | "headers">;

const organizationPath = /^\/o\/([^/]+)(\/.+)?$/;

/**
 * Whether a page of an organization of which the signed-in person is no member is requested. Decided before Next
 * responds, which streams the frame, and so the status, before the page knows. Nobody learns more than from the portal:
 * for others it shows the sign-in.
 */
export async function isForeignOrganization(
  { identity, database, logger }: Services,
  request: PageRequest,
): Promise<boolean> {
  const [path] = splitTarget(request.url);
  const slug = organizationPath.exec(path)?.[1];
  if (slug === undefined || isNavigationOf(request)) return false;
  try {
    const session = await identity.findSession(request.headers.cookie, true);
    return (
      session !== null &&
      !(await listMemberships(database, session.userId)).some((membership) => membership.slug === slug)
    );
  } catch (error) {
    logger.warn({ error }, "the status of a page could not be decided");
    return false;
  }
}

const signingPage = new RegExp(`^${signingPagePath}/([^/]+)/?$`);

/**
 * Whether the page of a signing link is requested that is unknown, malformed or over, or whose recipient has nothing to
 * open. Reads alone, so that a scanner of mail leaves no trace; the page is the same, and says so. Unknown links count
 * against the limit of their address; beyond it nothing is looked up.
 */
export async function isUnknownSigningLink(services: Services, request: IncomingMessage): Promise<boolean> {
  const [path] = splitTarget(request.url);
  const token = signingPage.exec(path)?.[1];
  if (token === undefined || isNavigationOf(request)) return false;
  const digest = readLinkToken(token);
  if (digest === null) return true;
  const { signing, limiter, environment, logger } = services;
  try {
    const ofAddress = [
      "signing-address",
      toRateLimitKey(readClientIp(services, request)),
      environment.signingLimit,
    ] as const;
    if (!(await limiter.peek(...ofAddress)).allowed) return false;
    const link = await signing.findLink(digest);
    if (link === null) await limiter.consume(...ofAddress);
    else await signing.look(link);
    return link === null;
  } catch (error) {
    if (error instanceof AppError && error.code === "NOT_FOUND") return true;
    logger.warn({ error }, "the status of a signing page could not be decided");
    return false;
  }
}

/** Whether it is a request of Next's navigation in the browser, which reads a page's data and not its status. */
export function isNavigationOf({ url }: Pick<PageRequest, "url">): boolean {
  return new URLSearchParams(splitTarget(url)[1]).has("_rsc");
}

/**
 * @param routes the pages' patterns, such as `/o/[slug]/team`.
 * @returns whether a path inside an organization has no page of its own
 */
export function findUnknownScreens(routes: readonly string[]): (path: string) => boolean {
  const screens = routes
    .filter((route) => route.startsWith("/o/[slug]/") && !route.includes("[..."))
    .map((route) => new RegExp(`^${route.replaceAll(/\[\w+\]/g, "[^/]+")}/?$`));
  return (path) => {
    const below = organizationPath.exec(path)?.[2];
    return below !== undefined && !screens.some((screen) => screen.test(path));
  };
}
