import { signal } from '@preact/signals-react'
import { getMediaUrl, LOGO_NAME, type MediaItem, splitByType } from '#domain/media/media'
import { api, getClientErrorMessage, unwrap } from '../../data/api.ts'
import { createMutations } from '../../data/mutation.ts'
import { POLL_MS } from '../../data/polling-intervals.ts'
import { query } from '../../data/query.ts'
import { toast, toastError } from '../../data/toasts.ts'

/** `progress` of the current file, 0-1. */
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
    if (accepted.length === 0 && refused) toastError('Unsupported format', refused)
    if (accepted.length === 0 || uploading.value !== null) return
    controller = new AbortController()
    const { done, failure } = await uploadAll(accepted)
    uploading.value = null
    await items.refetch().catch(() => {})
    if (failure) toastUploadError(failure, accepted.length)
    else if (refused) toastError('Unsupported format', `${countUploaded(done)}. ${refused}`)
    else if (done > 0) toast(countUploaded(done))
  }

  /** Continues after a rejected file; stops when cancelled. */
  async function uploadAll(files: File[]) {
    let done = 0
    let failure: unknown = null
    for (const [index, file] of files.entries()) {
      if (controller.signal.aborted) break
      try {
        await send(file, file.name, index + 1, files.length)
        done++
      } catch (cause) {
        if (!controller.signal.aborted) failure = cause
      }
    }
    return { done, failure }
  }

  async function send(file: File, name: string, number: number, total: number) {
    const report = (progress: number) =>
      (uploading.value = {
        isLogo: name === LOGO_NAME,
        name: file.name,
        number,
        total,
        progress,
      })
    report(0)
    // On demand, like all that few visits need.
    const { uploadResized } = await import('./upload.ts')
    return uploadResized(file, name, report, controller.signal)
  }

  async function uploadLogo(file: File) {
    if (uploading.value !== null) return null
    controller = new AbortController()
    try {
      const item = await send(file, LOGO_NAME, 1, 1)
      toast('Logo uploaded successfully')
      return getMediaUrl(item)
    } catch (cause) {
      if (!controller.signal.aborted)
        toastError('Error', getClientErrorMessage(cause) ?? 'Failed to upload logo')
      return null
    } finally {
      uploading.value = null
    }
  }

  function remove({ id }: MediaItem) {
    const param = { id: String(id) }
    return mutate({
      keys: [id],
      done: ['Image has been deleted'],
      failed: 'Failed to delete image',
      send: headers => unwrap(api.media[':id'].$delete({ param }, headers)),
      onSuccess: () => items.set(previous => previous.filter(item => item.id !== id)),
    })
  }

  return {
    items,
    uploading,
    upload,
    uploadLogo,
    remove,
    cancel: () => controller.abort(),
    watch: items.watch,
  }
}

function countUploaded(done: number) {
  return done === 1 ? '1 image uploaded' : `${done} images uploaded`
}

function toastUploadError(failure: unknown, total: number) {
  if (total === 1) toastError('Error', getClientErrorMessage(failure) ?? 'Failed to upload image')
  else toastError('Upload Error', getClientErrorMessage(failure) ?? 'Failed to upload some images')
}

export type MediaModel = ReturnType<typeof createMediaModel>
