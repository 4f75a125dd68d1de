import { useEffect, useState } from 'react'

type Options = { isWanted: boolean; onFailure(): void }

export function useOnDemand<Part>(load: () => Promise<Part>, { isWanted, onFailure }: Options) {
  const [part, setPart] = useState<Part | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: loads when it is wanted, not when the functions change
  useEffect(() => {
    if (isWanted && part === null) load().then(loaded => setPart(() => loaded), onFailure)
  }, [isWanted])

  return part
}
