/** Replaces @preact/signals-react/runtime in the TV's bundle, because Preact needs no hook. */
export function useSignals() {}
