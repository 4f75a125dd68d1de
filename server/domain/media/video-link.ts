import type { NewLink } from './media.ts'
import { parseYoutubeLink } from './youtube.ts'

const VIDEO_FILE =
  /^(?:https?:\/\/)?[^\s/?#@:]+(?::\d+)?\/[^?#]*?([^/?#]+\.(?:mp4|webm))(?:[?#].*)?$/i

export const NO_VIDEO_LINK =
  'This is not a link to a video. Paste one that ends in .mp4 or .webm, or a YouTube link.'

/** Returns the video of a pasted link, or null. A video file keeps its file name. */
export function parseVideoLink(text: string): NewLink | null {
  const url = text.trim()
  const youtube = parseYoutubeLink(url)
  if (youtube) return { type: 'youtube', url, name: `YouTube ${Object.values(youtube)[0]}` }
  const [, name] = VIDEO_FILE.exec(url) ?? []
  return name === undefined ? null : { type: 'video', url, name }
}
