import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { SiteFrame } from "../site-frame.tsx";
import { KeyHolder } from "./key.tsx";
import { LanguageHolder } from "./request-tabs.tsx";
import { Search } from "./search.tsx";
import "./reference.css";

/** Persists across pages, and with it the key and the chosen language. */
export default function Layout({ children }: { children: ReactNode }) {
  return (
    <KeyHolder>
      <LanguageHolder>
        <SiteFrame PageLink={PageLink}>
          <div className="find">
            <Search />
          </div>
          {children}
        </SiteFrame>
      </LanguageHolder>
    </KeyHolder>
  );
}

function PageLink(props: ComponentProps<typeof Link>) {
  return <Link prefetch={false} {...props} />;
}
