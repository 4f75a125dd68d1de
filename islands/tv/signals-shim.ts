/** Stands in for the runtime of @preact/signals-react in the display's bundle, where nothing has to be done. */
export function useSignals() {}
