"use client";

export { default } from "../../src/portal/error/error-screen.tsx";
