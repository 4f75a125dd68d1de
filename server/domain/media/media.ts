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

export function getMediaUrl({ id, url }: Pick<MediaItem, 'id' | 'url'>) {
  return url ?? `/api/media/${id}/file`
}

export function parseMediaId(url: string) {
  const [, id] = /^\/api\/media\/(\d{1,15})\/file$/.exec(url) ?? []
  return id === undefined ? null : Number(id)
}

const UNTYPED_NAME = /\.(png|jpe?g|jfif)$/i
const HEIC = /^image\/hei[cf]|\.hei[cf]s?$/i
export const HEIC_HINT =
  'For JPEG photos from an iPhone, choose Settings, Camera, Formats, Most Compatible.'

/** A file without a type is known by its name; the server reads its content. */
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

/** Pages count from 0. */
export function clampPage(page: number, items: number) {
  return Math.max(0, Math.min(page, Math.ceil(items / GALLERY_PAGE_SIZE) - 1))
}

const YOUTUBE_SITE =
  /^(?:https?:)?(?:\/\/)?(?:(?:www|m|music)\.)?(?:youtube(?:-nocookie)?\.com|(youtu\.be))\/([^"'<>]+)$/i
const VIDEO = /^(?:watch\/?\?(?:[^#]*&)?v=|(?:shorts|live|embed|v|e)\/)([\w-]{11})(?![\w-])/
const SHORT_VIDEO = /^([\w-]{11})(?![\w-])/
const PLAYLIST =
  /^(?:playlist\/?|embed\/?(?:videoseries\/?)?)\?(?:[^#]*&)?list=([\w-]{12,64})(?![\w-])/
/** They are as long as a video's id: a playlist and a channel's live video. */
const NOT_VIDEOS = ['videoseries', 'live_stream']

export type YoutubeLink = { video: string } | { playlist: string }

/** Reads a link with or without its scheme, also one that a mail or a page's source has changed. */
export function parseYoutubeLink(text: string): YoutubeLink | null {
  const link = text.replace(/[\s\u200b-\u200d\ufeff]+/g, '').replace(/&amp;/g, '&')
  const [, isShort, path = ''] = YOUTUBE_SITE.exec(link.replace(/^<(.*)>$/, '$1')) ?? []
  const [, video] = (isShort ? SHORT_VIDEO : VIDEO).exec(path) ?? []
  if (video && !NOT_VIDEOS.includes(video)) return { video }
  const [, playlist] = PLAYLIST.exec(path) ?? []
  return playlist ? { playlist } : null
}

export function formatYoutubeLink(link: YoutubeLink) {
  const address = 'https://www.youtube.com'
  return 'video' in link
    ? `${address}/watch?v=${link.video}`
    : `${address}/playlist?list=${link.playlist}`
}

export type NewImage = { name: string; mime: string; isLogo: boolean }
export type LinkInput = { type: 'video' | 'youtube'; url: string; name?: string | undefined }
export type NewLink = LinkInput & { name: string }
