# The program as one file, with the C library and nothing else. Make it first: bun run compile linux-x64,
# or linux-arm64 for an arm64 computer: each computer takes the file of its own processor.
ARG BASE=debian:bookworm-slim
FROM ${BASE} AS system
COPY out/clinic-linux-* /files/
RUN mkdir -p /empty /image/usr/local/bin && cd /image \
  && case "$(uname -m)" in x86_64) kind=x64 ;; aarch64) kind=arm64 ;; esac \
  && install -m 755 "/files/clinic-linux-${kind:?}" usr/local/bin/clinic \
  && cp -L --parents /lib*/ld-linux-*.so.* /lib/*/libc.so.6 /lib/*/libm.so.6 /lib/*/libdl.so.2 \
    /lib/*/libpthread.so.0 /lib/*/librt.so.1 /lib/*/libgcc_s.so.1 /lib/*/libresolv.so.2 .

FROM scratch
COPY --from=system /image /
COPY --from=system --chown=10001:10001 /empty /data
USER 10001:10001
ENV PATH=/usr/local/bin
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s CMD ["clinic", "healthcheck"]
ENTRYPOINT ["clinic"]
CMD ["serve", "--data-dir", "/data"]
