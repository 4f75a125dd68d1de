import { signal } from '@preact/signals-react'
import { getMediaPath, LOGO_NAME, type MediaItem, splitByType } from '#domain/media/media'
import { pluralize } from '#domain/text'
import { api, getClientErrorMessage, toPath, unwrap } from '../../data/api.ts'
import { createMutations } from '../../data/mutation.ts'
import { POLL_MS } from '../../data/polling-intervals.ts'
import { query } from '../../data/query.ts'
import { toast, toastError } from '../../data/toasts.ts'

/** `progress`: progress of the current file, 0-1. */
export type Uploading = {
  isLogo: boolean
  name: string
  number: number
  total: number
  progress: number
} | null

export function createMediaModel(initial: MediaItem[]) {
  const items = query('media', () => unwrap(api.media.$get()), initial, { every: POLL_MS.media })
  const { mutate } = createMutations(items.refetch)
  const uploading = signal<Uploading>(null)
  let controller = new AbortController()

  async function upload(files: File[]) {
    const { accepted, refused } = splitByType(files)
    if (refused) toastError('Unsupported format', refused)
    if (accepted.length === 0 || uploading.value !== null) return
    const { uploaded, failure } = await send(accepted)
    await items.refetch().catch(() => {})
    const count = `${pluralize(uploaded.length, 'image')} uploaded`
    const isOne = accepted.length === 1
    const failed = isOne ? 'Failed to upload image' : 'Failed to upload some images'
    if (failure) {
      const sentence = getClientErrorMessage(failure) ?? failed
      // Includes the rejected files, because this toast replaces theirs.
      toastError(
        isOne ? 'Error' : 'Upload Error',
        refused ? `${sentence.replace(/\.?$/, '.')} ${refused}` : sentence,
      )
    } else if (uploaded.length > 0) toast(count)
  }

  async function uploadLogo(file: File) {
    if (uploading.value !== null) return null
    const { uploaded, failure } = await send([file], LOGO_NAME)
    if (failure) toastError('Error', getClientErrorMessage(failure) ?? 'Failed to upload logo')
    const [logo] = uploaded
    if (!logo) return null
    toast('Logo uploaded successfully')
    return getMediaPath(logo.id)
  }

  async function send(files: File[], logoName?: string) {
    controller = new AbortController()
    const { signal } = controller
    const uploaded: MediaItem[] = []
    let failure: unknown = null
    for (const [index, file] of files.entries()) {
      if (signal.aborted) break
      const position = { name: file.name, number: index + 1, total: files.length }
      const report = (progress: number) =>
        (uploading.value = { ...position, isLogo: logoName !== undefined, progress })
      report(0)
      try {
        const { uploadResized } = await import('./upload.ts')
        uploaded.push(await uploadResized(file, logoName ?? file.name, report, signal))
      } catch (cause) {
        if (!signal.aborted) failure = cause
      }
    }
    uploading.value = null
    return { uploaded, failure }
  }

  function remove(media: MediaItem) {
    return mutate({
      keys: [media.id],
      done: ['Image has been deleted'],
      failed: 'Failed to delete image',
      send: () => unwrap(api.media[':id'].$delete(toPath(media))),
      onSuccess: () => items.set(previous => previous.filter(item => item.id !== media.id)),
    })
  }

  const cancel = () => controller.abort()
  return {
    items,
    uploading,
    upload,
    uploadLogo,
    remove,
    cancel,
  }
}

export type MediaModel = ReturnType<typeof createMediaModel>
