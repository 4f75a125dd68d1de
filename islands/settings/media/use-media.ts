import { useRef, useState } from 'react'
import { getMediaPath, LOGO_NAME, type MediaItem, splitByType } from '#domain/media/media'
import { pluralize } from '#domain/text'
import {
  ApiError,
  api,
  createIdempotencyKey,
  getClientErrorMessage,
  toPath,
  unwrap,
} from '../../data/api.ts'
import { POLL_MS } from '../../data/polling-intervals.ts'
import { useResource } from '../../data/resource.ts'
import { toast, toastError } from '../../data/toasts.ts'

/** `progress`: progress of the current file, 0-1. */
export type Uploading = {
  isLogo: boolean
  name: string
  number: number
  total: number
  progress: number
}

type OnProgress = (progress: number) => void

/** Size of the TV's stage in px. */
const MAX_SIZE = { width: 1920, height: 1080 }
const QUALITY = 0.88

export type Media = ReturnType<typeof useMedia>

export function useMedia(initial: MediaItem[]) {
  const load = () => unwrap(api.media.$get())
  const { items, refetch, mutate } = useResource('media', load, initial, { every: POLL_MS.media })
  const [uploading, setUploading] = useState<Uploading | null>(null)
  const controller = useRef(new AbortController())

  async function upload(files: File[]) {
    const { accepted, refused } = splitByType(files)
    if (refused) toastError('Unsupported format', refused)
    if (accepted.length === 0) return
    const { uploaded, failure } = await send(accepted)
    await refetch().catch(() => {})
    const isOne = accepted.length === 1
    if (failure) {
      const failed = isOne ? 'Failed to upload image' : 'Failed to upload some images'
      const sentence = getClientErrorMessage(failure) ?? failed
      // Includes the rejected files, because this toast replaces theirs.
      toastError(
        isOne ? 'Error' : 'Upload Error',
        refused ? `${sentence.replace(/\.?$/, '.')} ${refused}` : sentence,
      )
    } else if (uploaded.length > 0) toast(`${pluralize(uploaded.length, 'image')} uploaded`)
  }

  async function uploadLogo(file: File) {
    const { uploaded, failure } = await send([file], LOGO_NAME)
    if (failure) toastError('Error', getClientErrorMessage(failure) ?? 'Failed to upload logo')
    const [logo] = uploaded
    if (!logo) return null
    toast('Logo uploaded successfully')
    return getMediaPath(logo.id)
  }

  async function send(files: File[], logoName?: string) {
    controller.current = new AbortController()
    const { signal } = controller.current
    const uploaded: MediaItem[] = []
    let failure: unknown = null
    for (const [index, file] of files.entries()) {
      if (signal.aborted) break
      const position = { name: file.name, number: index + 1, total: files.length }
      const report = (progress: number) =>
        setUploading({ ...position, isLogo: logoName !== undefined, progress })
      report(0)
      try {
        const picture = await resizeToFit(file)
        uploaded.push(await uploadFile(picture, logoName ?? file.name, report, signal))
      } catch (cause) {
        if (!signal.aborted) failure = cause
      }
    }
    setUploading(null)
    return { uploaded, failure }
  }

  const remove = (item: MediaItem) =>
    mutate({
      keys: [item.id],
      done: ['Image has been deleted'],
      failed: 'Failed to delete image',
      send: () => api.media[':id'].$delete(toPath(item)),
    })

  const cancel = () => controller.current.abort()
  return { items, refetch, uploading, upload, uploadLogo, remove, cancel }
}

async function resizeToFit(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return file
  const scale = Math.min(MAX_SIZE.width / bitmap.width, MAX_SIZE.height / bitmap.height)
  if (scale >= 1) return file

  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return file
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const smaller = await new Promise<Blob | null>(resolve =>
    canvas.toBlob(resolve, file.type, QUALITY),
  )
  // Uses the smaller image even if its file is larger, because a TV decodes fewer pixels faster.
  return smaller ?? file
}

/** Uses XMLHttpRequest, because fetch does not report upload progress. */
function uploadFile(file: Blob, name: string, onProgress: OnProgress, signal: AbortSignal) {
  return new Promise<MediaItem>((resolve, reject) => {
    // The user may have cancelled the upload during the resize.
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    request.open('POST', '/api/media/upload')
    request.setRequestHeader('idempotency-key', createIdempotencyKey())
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    request.onload = () => {
      if (request.status === 201) resolve(request.response)
      else reject(new ApiError(request.status, request.response))
    }
    request.onerror = () => reject(new ApiError(0, 'no connection'))
    request.onabort = () => reject(new DOMException('cancelled', 'AbortError'))
    signal.addEventListener('abort', () => request.abort())

    const form = new FormData()
    form.append('file', file, file instanceof File ? file.name : name)
    form.append('name', name)
    request.send(form)
  })
}
