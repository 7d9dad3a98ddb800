"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink, httpLink, splitLink } from "@trpc/client";
import { useState } from "react";
import type { ReactNode } from "react";
import type { PortalRouter } from "../../portal-router.ts";
import { ToastRegion } from "../ui/overlays/toast.tsx";
import { writeHeaders } from "./background.ts";
import { ConfirmationProvider } from "./confirmation.tsx";
import { createQueryClient } from "./query-client.ts";
import { SessionEnded } from "./session-ended.tsx";
import { TRPCProvider } from "./trpc.ts";

interface PortalClientProps {
  /** The organization whose pages these are; null on pages that belong to the person. */
  slug: string | null;
  children: ReactNode;
}

/**
 * What every signed-in screen needs: the typed client, confirmation by second factor, sentences about what happened.
 * Another organization gets another client, so that nothing of one is ever shown in the other.
 */
export function PortalClient({ slug, children }: PortalClientProps) {
  return (
    <ToastRegion key={slug ?? ""}>
      <Clients slug={slug}>
        <ConfirmationProvider>{children}</ConfirmationProvider>
      </Clients>
    </ToastRegion>
  );
}

function Clients({ slug, children }: PortalClientProps) {
  const [isSessionOver, setSessionOver] = useState(false);
  const [queryClient] = useState(() => createQueryClient(() => setSessionOver(true)));
  const [trpcClient] = useState(() => createClient(slug));
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        {children}
        <SessionEnded open={isSessionOver} onOpenChange={setSessionOver} />
      </TRPCProvider>
    </QueryClientProvider>
  );
}

/** Reads whose input may name a person, or be long: it goes in the body, since addresses are written down on their way. */
const askedInBody: ReadonlySet<string> = new Set(["reports.run", "exports.findCases"]);

function createClient(slug: string | null) {
  const url = "/api/trpc";
  return createTRPCClient<PortalRouter>({
    links: [
      splitLink({
        condition: ({ path }) => askedInBody.has(path),
        true: httpLink({ url, headers: ({ op }) => writeHeaders(slug, [op]), methodOverride: "POST" }),
        false: httpBatchLink({ url, headers: ({ opList }) => writeHeaders(slug, opList), maxItems: 10, maxURLLength: 6000 }),
      }),
    ],
  });
}
