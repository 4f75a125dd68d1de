import { useEffect, useRef, useState } from 'react'

const COPIED_MESSAGE_MS = 3_000

/** Falls back to execCommand: plain http to a LAN address has no clipboard API. */
export function useCopy() {
  const field = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)

  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MESSAGE_MS)
    return () => clearTimeout(timer)
  }, [isCopied])

  async function copy() {
    if (field.current)
      setCopied((await copyWithClipboard(field.current)) || copyWithSelection(field.current))
  }

  return { field, isCopied, copy: () => void copy() }
}

async function copyWithClipboard({ value }: HTMLInputElement) {
  try {
    await navigator.clipboard.writeText(value)
    return true
  } catch {
    return false
  }
}

/** Leaves the text selected, so that it can be copied by hand. */
function copyWithSelection(field: HTMLInputElement) {
  field.select()
  return document.execCommand('copy')
}
