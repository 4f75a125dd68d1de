import { useEffect, useRef, useState } from 'react'

const SAYS_COPIED_FOR_MS = 3_000

/** Copies what a field shows. Plain http to a LAN address has no clipboard but the old command. */
export function useCopy() {
  const field = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)

  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), SAYS_COPIED_FOR_MS)
    return () => clearTimeout(timer)
  }, [isCopied])

  async function copy() {
    if (field.current) setCopied((await byClipboard(field.current)) || bySelection(field.current))
  }

  return { field, isCopied, copy: () => void copy() }
}

async function byClipboard({ value }: HTMLInputElement) {
  try {
    await navigator.clipboard.writeText(value)
    return true
  } catch {
    return false
  }
}

/** Whatever comes of it, the text is selected then and can be copied by hand. */
function bySelection(field: HTMLInputElement) {
  field.select()
  return document.execCommand('copy')
}
