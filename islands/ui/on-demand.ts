import { type ComponentType, createElement, useEffect, useState } from 'react'
import { toastError } from '../data/toasts.ts'

/** Creates a component that loads when first shown. Closes a dialog that cannot be loaded. */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  failed = 'This could not be loaded. Please try again.',
) {
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, by the module that shows it
  return function OnDemand(props: Props & { onClose?(): void }) {
    const Part = useOnDemand(load, {
      isWanted: true,
      onFailure() {
        props.onClose?.()
        toastError('Error', failed)
      },
    })
    return Part && createElement(Part, props)
  }
}

type Options = { isWanted: boolean; onFailure(): void }

export function useOnDemand<Part>(load: () => Promise<Part>, { isWanted, onFailure }: Options) {
  const [part, setPart] = useState<Part | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: loads when it is wanted, not when the functions change
  useEffect(() => {
    if (isWanted && part === null) load().then(loaded => setPart(() => loaded), onFailure)
  }, [isWanted])

  return part
}
