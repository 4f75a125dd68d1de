import type { App } from '../../../server/context.ts'

/** Writes wait until `open` is called, as for a slow disk. */
export function holdWrites(clinic: App) {
  const { write } = clinic
  let waiting = 0
  let open = () => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  clinic.write = async (work, onCommit) => {
    waiting++
    await opened
    return write(work, onCommit)
  }
  return { waiting: () => waiting, open: () => open() }
}
