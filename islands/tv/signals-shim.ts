/** Replaces @preact/signals-react/runtime in the TV's bundle: Preact needs no such hook. */
export function useSignals() {}
