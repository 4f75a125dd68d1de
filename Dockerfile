# The program as one file, with the C library and nothing else. Make it first: bun run compile
ARG BASE=debian:bookworm-slim
FROM ${BASE} AS system
ARG PROGRAM=out/clinic-linux-x64
COPY --chmod=755 ${PROGRAM} /image/usr/local/bin/clinic
RUN mkdir /empty && cd /image \
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
