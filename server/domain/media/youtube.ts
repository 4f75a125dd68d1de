import type { NewLink } from './media.ts'

const YOUTUBE_SITE =
  /^(?:https?:)?(?:\/\/)?(?:(?:www|m|music)\.)?(?:youtube(?:-nocookie)?\.com|(youtu\.be))\/([^"'<>]+)$/i
const VIDEO = /^(?:watch\/?\?(?:[^#]*&)?v=|(?:shorts|live|embed|v|e)\/)([\w-]{11})(?![\w-])/
const SHORT_VIDEO = /^([\w-]{11})(?![\w-])/
const PLAYLIST =
  /^(?:playlist\/?|embed\/?(?:videoseries\/?)?)\?(?:[^#]*&)?list=([\w-]{12,64})(?![\w-])/
/** YouTube path names that look like an 11-character video id. */
const NOT_VIDEOS = ['videoseries', 'live_stream']

type YoutubeLink = { video: string } | { playlist: string }

/** Parses a link with or without its scheme, even if an e-mail or HTML source altered the link. */
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

const VIDEO_FILE =
  /^(?:https?:\/\/)?[^\s/?#@:]+(?::\d+)?\/[^?#]*?([^/?#]+\.(?:mp4|webm))(?:[?#].*)?$/i

export const NO_VIDEO_LINK =
  'This is not a link to a video. Paste one that ends in .mp4 or .webm, or a YouTube link.'

export function parseVideoLink(text: string): NewLink | null {
  const url = text.trim()
  const youtube = parseYoutubeLink(url)
  if (youtube) return { type: 'youtube', url, name: `YouTube ${Object.values(youtube)[0]}` }
  const [, name] = VIDEO_FILE.exec(url) ?? []
  return name === undefined ? null : { type: 'video', url, name }
}
