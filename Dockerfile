# The table in a container: docker compose up, and open http://localhost:8000/
FROM python:3.12-slim AS build
WORKDIR /source
COPY . .
RUN pip install --no-cache-dir --prefix=/installed --requirement requirements/play.txt \
 && pip install --no-cache-dir --prefix=/installed 'psycopg[binary]>=3.1' \
 && PYTHONPATH=/installed/lib/python3.12/site-packages pip install --no-cache-dir --prefix=/installed --no-deps .

FROM python:3.12-slim
COPY --from=build /installed /usr/local
RUN useradd --create-home player
USER player
ENV OVERHEAT_HOME=/home/player/games
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
ENTRYPOINT ["overheat"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000", "--no-open"]
