// Runs in the browser before anything else of a page.

interface TrustedTypes {
  createPolicy(name: string, rules: Readonly<Record<string, (text: string) => string | null>>): object;
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

// The pages' Content-Security-Policy lets no text become markup or script (Trusted Types). Two things need it still, and
// nothing else gets it: the loaders of Next's chunks and of the worker of pdf.js, and React, which makes a <script> element
// from these very characters.
trustedTypes?.createPolicy("default", {
  createScriptURL: (address) => {
    const { origin, pathname } = new URL(address, document.baseURI);
    return origin === window.location.origin && /^\/(_next\/static|pdfjs)\//.test(pathname) ? address : null;
  },
  createHTML: (markup) => (markup === "<script></script>" ? markup : null),
});

// Zod would try `new Function` to see whether it may compile its schemas; the policy forbids that and reports every try.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
