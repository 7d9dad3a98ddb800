import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink, httpLink, splitLink, type Operation } from "@trpc/client";
import { useState, type ReactNode } from "react";
import type { AccountSummary } from "../../areas/account/schema.ts";
import type { PortalRouter } from "../../composition/portal-router.ts";
import { inputInBody } from "../../contract/portal/input-in-body.ts";
import { ToastRegion } from "../ui/overlays/toast.tsx";
import { writeHeaders } from "./background.ts";
import { ConfirmationProvider, useRequireStepUp } from "./confirmation.tsx";
import { accountKey, createQueryClient } from "./query-client.ts";
import { sessionLink } from "./identity/session-link.ts";
import { goToSignIn } from "./identity/sign-in-address.ts";
import type { RequireStepUp } from "./identity/step-up.ts";
import { TRPCProvider } from "./trpc.ts";

interface PortalClientProps {
  /** null on pages of the person. */
  slug: string | null;
  children: ReactNode;
}

/**
 * Provides the typed client, confirmation and toasts. Each organization has its own client, so that cached data is
 * never shown in another.
 */
export function PortalClient({ slug, children }: PortalClientProps) {
  return (
    <ToastRegion key={slug ?? ""}>
      <ConfirmationProvider>
        <Clients slug={slug}>{children}</Clients>
      </ConfirmationProvider>
    </ToastRegion>
  );
}

function Clients({ slug, children }: PortalClientProps) {
  const requireStepUp = useRequireStepUp();
  const [queryClient] = useState(createQueryClient);
  const [trpcClient] = useState(() => createClient(slug, makeSignIn(queryClient, requireStepUp)));
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}

/**
 * Signs the person in again over their screen. On a page that does not know them yet, there is nothing to keep: it goes
 * to the sign-in.
 */
function makeSignIn(queryClient: QueryClient, requireStepUp: RequireStepUp) {
  let isDeclined = false;
  return async ({ context }: Operation): Promise<boolean> => {
    const account = queryClient
      .getQueriesData<AccountSummary>({ queryKey: accountKey })
      .find(([, data]) => data?.user !== undefined)?.[1];
    if (account === undefined) {
      goToSignIn();
      return false;
    }
    // A member who stays on the page is not prompted again by its polling.
    if (isDeclined && context["isBackground"] === true) return false;
    isDeclined = !(await requireStepUp({ reason: "sign_in", email: account.user.email }));
    return !isDeclined;
  };
}

function createClient(slug: string | null, signIn: (operation: Operation) => Promise<boolean>) {
  const url = "/api/trpc";
  return createTRPCClient<PortalRouter>({
    links: [
      sessionLink(signIn),
      splitLink({
        // A form has one call's file.
        condition: ({ path, input }) => inputInBody.has(path) || input instanceof FormData,
        true: httpLink({ url, headers: ({ op }) => writeHeaders(slug, [op]), methodOverride: "POST" }),
        false: httpBatchLink({
          url,
          headers: ({ opList }) => writeHeaders(slug, opList),
          maxItems: 10,
          maxURLLength: 6000,
        }),
      }),
    ],
  });
}
