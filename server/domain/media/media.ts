export const UPLOAD_MAX_BYTES = 10 * 1024 * 1024
export const GALLERY_TYPES = ['image/png', 'image/jpeg']
export const LOGO_TYPES = [...GALLERY_TYPES, 'image/webp', 'image/gif']
export const LOGO_NAME = 'clinic-logo'
export const GALLERY_PAGE_SIZE = 3
export const MEDIA_KINDS = ['image', 'video', 'youtube'] as const

export type MediaItem = {
  id: number
  filename: string
  type: (typeof MEDIA_KINDS)[number]
  name: string
  url: string | null
}

export function getMediaPath(id: number) {
  return `/api/media/${id}/file`
}

/** Adds the hash of the content, because a restore may give the id to another file. */
export function getMediaUrl({ id, url, filename }: Pick<MediaItem, 'id' | 'url' | 'filename'>) {
  return url ?? `${getMediaPath(id)}?v=${filename}`
}

/** Returns the address of the clinic's logo, which pages without a session can also load. */
export function getLogoUrl({ filename }: Pick<MediaItem, 'filename'>) {
  return `/api/logo?v=${filename}`
}

export function parseMediaId(url: string) {
  const [, id] = /^\/api\/media\/(\d{1,15})\/file$/.exec(url) ?? []
  return id === undefined ? null : Number(id)
}

export function clampPage(page: number, items: number) {
  return Math.max(0, Math.min(page, Math.ceil(items / GALLERY_PAGE_SIZE) - 1))
}

export type NewImage = { name: string; mime: string; isLogo: boolean }
export type LinkInput = { type: 'video' | 'youtube'; url: string; name?: string | undefined }
export type NewLink = LinkInput & { name: string }

const UNTYPED_NAME = /\.(png|jpe?g|jfif)$/i
const HEIC = /^image\/hei[cf]|\.hei[cf]s?$/i
export const HEIC_HINT =
  'For JPEG photos from an iPhone, choose Settings, Camera, Formats, Most Compatible.'

/** Uses the file name if the browser gives no type. The server checks the content. */
export function splitByType<F extends { name: string; type: string }>(files: F[]) {
  const isAccepted = ({ name, type }: F) =>
    type === '' ? UNTYPED_NAME.test(name) : GALLERY_TYPES.includes(type)
  const accepted = files.filter(isAccepted)
  const others = files.filter(file => !isAccepted(file))
  if (others.length === 0) return { accepted, refused: null }
  const names = others.map(({ name }) => name).join(', ')
  const isFromPhone = others.some(({ name, type }) => HEIC.test(type) || HEIC.test(name))
  const message = `The following files are not supported: ${names}. Please select PNG or JPEG files only.`
  return { accepted, refused: isFromPhone ? `${message} ${HEIC_HINT}` : message }
}
