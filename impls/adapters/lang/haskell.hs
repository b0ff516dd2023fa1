-- Haskell's decoders, one per argument, as a child of `placemat audit`:
--   ghc -O -o adapter impls/adapters/lang/haskell.hs && ./adapter text_decode_utf8
-- Shows what they do; must not know what is right.
{-# LANGUAGE LambdaCase #-}
module Main (main) where

import Control.Exception (SomeException, evaluate, try)
import Control.Monad (forever)
import qualified Data.ByteString as B
import qualified Data.ByteString.Lazy as L
import Data.Char (digitToInt, ord)
import qualified Data.Text as T
import qualified Data.Text.Encoding as E
import qualified Data.Text.Encoding.Error as E
import qualified Data.Text.Lazy as TL
import qualified Data.Text.Lazy.Encoding as LE
import Data.Version (showVersion)
import GHC.Foreign (peekCStringLen)
import GHC.IO.Encoding (mkTextEncoding)
import Numeric (showHex)
import System.Environment (getArgs)
import System.Exit (ExitCode (..), exitSuccess, exitWith)
import System.IO
import System.Info (compilerVersion)
import Text.Printf (printf)

units :: String -> B.ByteString
units = B.pack . pairs
  where
    pairs (high : low : rest) = fromIntegral (16 * digitToInt high + digitToInt low) : pairs rest
    pairs _ = []

chunks :: String -> [B.ByteString]
chunks text = case break (== '|') text of
  (one, _ : more) -> units one : chunks more
  (one, []) -> [units one]

-- What the last call hands back undecoded is left to the caller.
stream :: [B.ByteString] -> [String]
stream parts = go parts (E.streamDecodeUtf8With E.lenientDecode) B.empty
  where
    go [] _ rest = [concat ("raw:" : map (printf "%02X") (B.unpack rest)) | not (B.null rest)]
    go (part : more) decode _ = case decode part of
      E.Some text rest next -> values (T.unpack text) ++ go more next rest

values :: String -> [String]
values = map (\c -> showHex (ord c) "")

reason :: SomeException -> String
reason = map (\c -> if c < ' ' || c > '~' then '?' else c) . show

foreignDecode :: String -> B.ByteString -> IO [String]
foreignDecode name bytes =
  mkTextEncoding name >>= \encoding -> values <$> B.useAsCStringLen bytes (peekCStringLen encoding)

-- name, mode, policy, function
apis :: [(String, (String, String, String -> IO [String]))]
apis =
  [ ("text_decode_utf8", ("strict", "reject", pure . values . T.unpack . E.decodeUtf8 . units))
  , ("text_decode_lenient", ("lossy", "maximal-subpart", pure . values . T.unpack . E.decodeUtf8With E.lenientDecode . units))
  , ("text_decode_ignore", ("lossy", "skip", pure . values . T.unpack . E.decodeUtf8With E.ignore . units))
  , ("text_lazy_decode_lenient", ("lossy", "maximal-subpart",
      pure . values . TL.unpack . LE.decodeUtf8With E.lenientDecode . L.fromStrict . units))
  , ("text_lazy_decode_chunks", ("stream", "maximal-subpart",
      pure . values . TL.unpack . LE.decodeUtf8With E.lenientDecode . L.fromChunks . chunks))
  , ("text_stream_decode", ("stream", "maximal-subpart", pure . stream . chunks))
  , ("base_utf8", ("strict", "reject", foreignDecode "UTF-8" . units))
  , ("base_utf8_ignore", ("lossy", "skip", foreignDecode "UTF-8//IGNORE" . units))
  , ("base_utf8_translit", ("lossy", "maximal-subpart", foreignDecode "UTF-8//TRANSLIT" . units))
  ]

main :: IO ()
main = do
  arguments <- getArgs
  (api, (mode, policy, decode)) <- case [(name, api) | [asked] <- [arguments], (name, api) <- apis, name == asked] of
    [chosen] -> pure chosen
    _ -> do
      hPutStrLn stderr ("haskell.hs: which decoder? One of: " ++ unwords (map fst apis))
      exitWith (ExitFailure 2)
  hSetBinaryMode stdin True
  hSetBinaryMode stdout True
  forever $ isEOF >>= \case
    True -> exitSuccess
    False -> do
      line <- getLine
      case words line of
        ("placemat" : _) -> putStrLn $ "hello {\"name\":\"haskell_" ++ api ++ "\",\"version\":\""
          ++ showVersion compilerVersion ++ "\",\"dialect\":\"utf-8\",\"policy\":\"" ++ policy
          ++ "\",\"bom\":\"keep\",\"modes\":[\"" ++ mode ++ "\"]}"
        (number : asked : rest)
          | asked /= mode -> putStrLn (number ++ " unsupported")
          | otherwise -> do
              seen <- try (decode (concat rest) >>= \text -> evaluate (sum (map length text)) >> pure text)
              putStrLn $ number ++ either (\e -> " error - - " ++ reason (e :: SomeException))
                (\text -> " ok" ++ concatMap (' ' :) text) seen
        _ -> pure ()
      hFlush stdout
